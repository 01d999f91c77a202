// The end of a private link: takes over the identity, once somebody says so.

import { ask, Refused } from "../../infra/scripts/connection.js";
import { one } from "../../infra/scripts/dom.js";

const button = one(".arrive");
const token = location.hash.slice(1); // what follows the # is sent to nobody and logged nowhere
button.addEventListener("click", async () => {
  try {
    await ask("POST /api/me/arrive", { body: { token } });
    location.replace("/");
  } catch (error) {
    tell(error instanceof Refused && error.status !== 422 ? error.message : ""); // 422: this can be no token
  }
});
if (!token) {
  button.hidden = true;
  tell("");
}

/** Tell why it failed. @param {string} why if nothing, the link is not valid */
function tell(why) {
  one(".arrive-words").textContent = why || button.dataset.failed || "";
}
