package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// appears returns true as soon as a file that matches gets its name in a folder or one in it, after so many others that are
// let pass, and false when none does for long.
func appears(ctx context.Context, folder string, matches func(name string) bool, others int) (bool, error) {
	fd, err := syscall.InotifyInit1(syscall.IN_CLOEXEC | syscall.IN_NONBLOCK)
	if err != nil {
		return false, os.NewSyscallError("inotify_init1", err)
	}
	events := os.NewFile(uintptr(fd), "inotify")
	defer func() { _ = events.Close() }()
	if err := watchAll(fd, folder); err != nil {
		return false, os.NewSyscallError("inotify_add_watch", err)
	}
	if err := events.SetReadDeadline(time.Now().Add(longest)); err != nil {
		return false, err
	}
	defer context.AfterFunc(ctx, func() { _ = events.Close() })()
	return follow(events, matches, others)
}

func watchAll(fd int, folder string) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			_, err = syscall.InotifyAddWatch(fd, path, syscall.IN_CREATE|syscall.IN_MOVED_TO)
		}
		return err
	})
}

func follow(events *os.File, matches func(name string) bool, others int) (bool, error) {
	buffer := make([]byte, 64<<10)
	for {
		n, err := events.Read(buffer)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		for name := range names(buffer[:n]) {
			if !matches(name) {
				continue
			}
			if others == 0 {
				return true, nil
			}
			others--
		}
	}
}

// names takes events apart: watch, mask, cookie and the length of the name, four bytes each, then the name and zeros
// (inotify(7)).
func names(events []byte) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for len(events) >= syscall.SizeofInotifyEvent {
			end := syscall.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(events[12:]))
			name := events[syscall.SizeofInotifyEvent:end]
			if !yield(string(bytes.TrimRight(name, "\x00"))) {
				return
			}
			events = events[end:]
		}
	}
}
