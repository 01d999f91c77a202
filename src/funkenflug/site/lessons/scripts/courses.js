// The page of all courses: how far the visitor is in each.

import { ask } from "../../infra/scripts/connection.js";
import { one } from "../../infra/scripts/dom.js";
import { say } from "../../infra/scripts/words.js";

for (const { game, passed, steps } of await ask("GET /api/lessons", {})) {
  const card = document.querySelector(`.game-card[data-game="${game}"]`);
  if (!card) continue;
  one(".course-progress", card).textContent =
    passed === steps ? say("course-done") : say("course-progress", { passed, steps });
  if (passed) one(".course", card).textContent = say(passed === steps ? "course-again" : "course-on");
}
