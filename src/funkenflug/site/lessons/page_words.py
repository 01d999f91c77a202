"""What the scripts of lessons say, by id: English texts, or singular and plural for a `{count}`."""

from __future__ import annotations

from collections.abc import Mapping

HOME: Mapping[str, str | tuple[str, str]] = {
    "course-done": "Course finished",
    "course-progress": "{passed} of {steps} steps",
    "course-again": "Repeat",
    "course-on": "Continue",
}

TABLE: Mapping[str, str | tuple[str, str]] = {
    "lesson-step": "Step {number} of {steps}",
    "lesson-passed": "{step}: done",
    "lesson-rings": "Circled: {cells}.",
    "lesson-shown": "This is one right answer. Now try it yourself.",
    "lesson-there": "The answer is circled. Choose it.",
    "lesson-this": "This is the answer. Choose it.",
}
