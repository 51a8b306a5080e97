const list = document.getElementById("notes");

function render(notes) {
  list.innerHTML = notes.map((n) => `<div class="note">${n.text}</div>`).join("");
}

render(JSON.parse(localStorage.getItem("notes") || "[]"));

const toggle = document.getElementById("theme-toggle");

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
}

toggle.addEventListener("click", () => {
  const dark = document.documentElement.dataset.theme === "dark";
  setTheme(dark ? "light" : "dark");
});

setTheme(localStorage.getItem("theme") || "light");
