package deploy

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// documents are the parts of a manifest.
func documents(t *testing.T, path string) [][]byte {
	t.Helper()
	return bytes.Split(read(t, path), []byte("\n---\n"))
}

func statefulSet(t *testing.T) *appsv1.StatefulSet {
	t.Helper()
	set := &appsv1.StatefulSet{}
	require.NoError(t, yaml.UnmarshalStrict(read(t, "config/kubernetes/statefulset.yaml"), set))
	return set
}

func services(t *testing.T) map[string]*corev1.Service {
	t.Helper()
	found := map[string]*corev1.Service{}
	for _, document := range documents(t, "config/kubernetes/service.yaml") {
		service := &corev1.Service{}
		require.NoError(t, yaml.UnmarshalStrict(document, service))
		found[service.Name] = service
	}
	return found
}

func TestManifestsHaveNoFieldThatKubernetesDoesNotKnow(t *testing.T) {
	set := statefulSet(t)
	assert.Equal(t, "apps/v1 StatefulSet", set.APIVersion+" "+set.Kind)
	for name, service := range services(t) {
		assert.Equal(t, "v1 Service", service.APIVersion+" "+service.Kind, name)
	}
}

func TestTheKustomizationListsEveryManifest(t *testing.T) {
	var kustomization struct {
		Resources []string `json:"resources"`
		Images    []struct{ Name, NewTag string }
	}
	require.NoError(t, yaml.Unmarshal(read(t, "config/kubernetes/kustomization.yaml"), &kustomization))
	all, err := filepath.Glob(filepath.Join(root, "config/kubernetes/*.yaml"))
	require.NoError(t, err)
	assert.Len(t, all, len(kustomization.Resources)+1)
	for _, name := range kustomization.Resources {
		read(t, "config/kubernetes/"+name)
	}
	assert.Equal(t, statefulSet(t).Spec.Template.Spec.Containers[0].Image, kustomization.Images[0].Name)
	assert.Contains(t, string(read(t, "builder-config.yaml")), "version: "+kustomization.Images[0].NewTag+"\n")
}

// What `kubectl apply -k` makes of the folder before it sends anything.
func TestTheKustomizationIsBuilt(t *testing.T) {
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), filepath.Join(root, "config/kubernetes"))
	require.NoError(t, err)
	var kinds []string
	for _, resource := range built.Resources() {
		kinds = append(kinds, resource.GetKind()+" "+resource.GetName())
		if resource.GetKind() == "StatefulSet" {
			text, err := resource.AsYAML()
			require.NoError(t, err)
			set := &appsv1.StatefulSet{}
			require.NoError(t, yaml.UnmarshalStrict(text, set))
			assert.Regexp(t, `^agentdelta-collector:\d`, set.Spec.Template.Spec.Containers[0].Image, "the image gets its tag")
		}
	}
	assert.ElementsMatch(t, []string{"Service agentdelta", "Service agentdelta-pods", "StatefulSet agentdelta"}, kinds)
}

func TestPodsHaveNoRightsTheyDoNotNeed(t *testing.T) {
	pod := statefulSet(t).Spec.Template.Spec
	user := int64(10001)
	assert.Equal(t, &user, pod.SecurityContext.RunAsUser)
	assert.Equal(t, &user, pod.SecurityContext.FSGroup, "volumes are the user's")
	assert.True(t, *pod.SecurityContext.RunAsNonRoot)
	assert.False(t, *pod.AutomountServiceAccountToken)
	assert.Equal(t, corev1.SeccompProfileTypeRuntimeDefault, pod.SecurityContext.SeccompProfile.Type)
	security := pod.Containers[0].SecurityContext
	assert.True(t, *security.ReadOnlyRootFilesystem)
	assert.False(t, *security.AllowPrivilegeEscalation)
	assert.Equal(t, []corev1.Capability{"ALL"}, security.Capabilities.Drop)
}

func TestWhatIsWrittenToIsAVolume(t *testing.T) {
	set := statefulSet(t)
	mounts := map[string]string{}
	for _, mount := range set.Spec.Template.Spec.Containers[0].VolumeMounts {
		mounts[mount.Name] = mount.MountPath
	}
	assert.Equal(t, map[string]string{"traces": "/traces", "state": "/state"}, mounts, "as the image's environment says")
	claims := map[string]bool{}
	for _, claim := range set.Spec.VolumeClaimTemplates {
		claims[claim.Name] = true
	}
	assert.Equal(t, map[string]bool{"traces": true, "state": true}, claims)
}

func TestProbesAndServicesFindTheirPorts(t *testing.T) {
	set := statefulSet(t)
	container := set.Spec.Template.Spec.Containers[0]
	ports := map[string]int32{}
	for _, port := range container.Ports {
		ports[port.Name] = port.ContainerPort
	}
	gateway := string(read(t, "config/collector/gateway.yaml"))
	for name, port := range ports {
		assert.Regexp(t, `:? `+intString(port)+`\b|:`+intString(port)+`\b`, gateway, "%s is served", name)
	}
	for _, probe := range []*corev1.Probe{container.StartupProbe, container.ReadinessProbe} {
		assert.Equal(t, intstr.FromString("health"), probe.HTTPGet.Port)
		assert.Equal(t, "/status", probe.HTTPGet.Path)
	}
	assert.Equal(t, intstr.FromString("health"), container.LivenessProbe.TCPSocket.Port, "a full disk is no reason to restart")
	for name, service := range services(t) {
		assert.Equal(t, set.Spec.Selector.MatchLabels, service.Spec.Selector, name)
		for _, port := range service.Spec.Ports {
			assert.Equal(t, port.Port, ports[port.TargetPort.StrVal], "%s: %s", name, port.Name)
		}
	}
	assert.Equal(t, corev1.ClusterIPNone, services(t)[set.Spec.ServiceName].Spec.ClusterIP, "pods have names of their own")
	assert.Equal(t, set.Spec.Selector.MatchLabels, set.Spec.Template.Labels)
}

func intString(n int32) string { v := intstr.FromInt32(n); return v.String() }

// The gateway keeps at most so many open traces, and an exporter with storage leaves what it can't write in time: the
// time should do for ordinary loads all the same.
func TestTheEndOfAPodLeavesTimeToWrite(t *testing.T) {
	grace := statefulSet(t).Spec.Template.Spec.TerminationGracePeriodSeconds
	require.NotNil(t, grace)
	assert.GreaterOrEqual(t, *grace, int64(60))
	assert.Contains(t, string(read(t, "config/collector/gateway.yaml")), "storage: file_storage")
}

func TestMemoryIsAboveTheLimiter(t *testing.T) {
	var gateway struct {
		Processors struct {
			Limiter struct {
				Limit int64 `json:"limit_mib"`
			} `json:"memory_limiter"`
		} `json:"processors"`
	}
	require.NoError(t, yaml.Unmarshal(read(t, "config/collector/gateway.yaml"), &gateway))
	limit := statefulSet(t).Spec.Template.Spec.Containers[0].Resources.Limits.Memory().Value()
	require.NotZero(t, gateway.Processors.Limiter.Limit)
	assert.Greater(t, limit, gateway.Processors.Limiter.Limit<<20*5/4)
}
