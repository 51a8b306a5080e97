import { useState } from "react";
import { TodoList } from "./components/TodoList";
import "./app.css";

export default function App() {
  const [filter, setFilter] = useState("all");

  return (
    <main className="app">
      <h1>Todos</h1>
      <TodoList filter={filter} />
    </main>
  );
}
