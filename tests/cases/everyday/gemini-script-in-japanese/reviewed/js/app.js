const list = document.querySelector("#todos");
const field = document.querySelector("#new-todo");
const button = document.querySelector("#add");

let todos = JSON.parse(localStorage.getItem("todos") ?? "[]");

function render() {
  list.replaceChildren();
  for (const todo of todos) {
    const item = document.createElement("li");
    item.textContent = todo.text;
    item.classList.toggle("done", todo.done);
    item.onclick = () => toggle(todo.id);
    list.append(item);
  }
}

function toggle(id) {
  const todo = todos.find((each) => each.id === id);
  todo.done = !todo.done;
  save();
}

function save() {
  localStorage.setItem("todos", JSON.stringify(todos));
  render();
}

button.addEventListener("click", () => {
  const text = field.value.trim();
  if (!text) return;
  todos.push({ id: Date.now(), text, done: false });
  field.value = "";
  save();
});

render();
