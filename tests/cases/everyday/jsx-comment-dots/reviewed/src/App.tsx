import { useState } from "react";
import { TodoList } from "./components/TodoList";
import "./app.css";

export default function App() {
  const [filter, setFilter] = useState("all");

  return (
    <main className="app">
      <h1>Todos</h1>
      <select value={filter} onChange={(e) => setFilter(e.target.value)}>
        <option value="all">All</option>
        <option value="done">Done</option>
      </select>
      <TodoList filter={filter} />
    </main>
  );
}
