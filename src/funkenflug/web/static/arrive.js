// The end of a private link: takes over the identity, once somebody says so.

import { ask, Refused } from "./connection.js";
import { one } from "./dom.js";

const button = one(".arrive");
button.addEventListener("click", async () => {
  try {
    await ask("POST /api/me/arrive", { body: { token: location.hash.slice(1) } }); // what follows the # is sent to nobody and logged nowhere
    location.replace("/");
  } catch (error) {
    one(".arrive-words").textContent = (error instanceof Refused && error.message) || button.dataset.failed || "";
  }
});
