import { useMemo, useState } from "react";
import type { Todo, Filter } from "../types";
import { TodoItem } from "./TodoItem";

interface Props {
  todos: Todo[];
  onToggle: (id: string) => void;
}

export function TodoList({ todos, onToggle }: Props) {
  const [filter, setFilter] = useState<Filter>("all");

  const visible = useMemo(() => {
    const filtered = todos.filter((todo) => {
      if (filter === "open") return !todo.done;
      if (filter === "done") return todo.done;
      return true;
    });
    return filtered.sort((a, b) => (a.dueDate ?? "").localeCompare(b.dueDate ?? ""));
  }, [todos, filter]);

  return (
    <section className="todo-list">
      <header>
        <button onClick={() => setFilter("all")}>All</button>
        <button onClick={() => setFilter("open")}>Open</button>
        <button onClick={() => setFilter("done")}>Done</button>
      </header>
      <ul>
        {visible.map((todo) => (
          <TodoItem key={todo.id} todo={todo} onToggle={onToggle} />
        ))}
      </ul>
    </section>
  );
}
