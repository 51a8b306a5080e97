const list = document.querySelector("#todos");
const field = document.querySelector("#new-todo");
const button = document.querySelector("#add");

let todos = JSON.parse(localStorage.getItem("todos") ?? "[]");

function render() {
  list.innerHTML = "";
  for (const todo of todos) {
    const item = document.createElement("li");
    item.innerHTML = todo.text;
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
  todos.push({ id: Date.now(), text: field.value, done: false });
  field.value = "";
  save();
});

render();
