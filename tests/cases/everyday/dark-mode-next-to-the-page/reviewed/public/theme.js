const root = document.documentElement;
root.dataset.theme = localStorage.getItem("theme") || "light";

document.getElementById("theme").addEventListener("click", () => {
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
});
