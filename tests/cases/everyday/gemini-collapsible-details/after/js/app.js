const list = document.getElementById("notes");

function render(notes) {
  list.innerHTML = notes.map((n) => `<div class="note">${n.text}</div>`).join("");
}

render(JSON.parse(localStorage.getItem("notes") || "[]"));
