"""Pictures. They are drawn with the pinned face alone, so that they are the same everywhere."""

import os

os.environ["POSTBOARD_FONTS"] = "pinned"
