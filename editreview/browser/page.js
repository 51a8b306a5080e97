"use strict";

const isOpen = () => !document.body.classList.contains("-closed");
const focusTerminal = () => document.querySelector(".xterm-helper-textarea")?.focus();

// After the handler of textual.js, which makes the terminal.
window.addEventListener("load", () => {
  focusTerminal();
  document.addEventListener("click", focusTerminal);
});
window.addEventListener("focus", focusTerminal);

// Leaving or reloading the page ends the review: browsers ask first.
window.addEventListener("beforeunload", (event) => {
  if (isOpen()) {
    event.preventDefault();
  }
});
