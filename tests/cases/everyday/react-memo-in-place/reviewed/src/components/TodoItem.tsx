import type { Todo } from "../types";

interface Props {
  todo: Todo;
  onToggle: (id: string) => void;
}

export function TodoItem({ todo, onToggle }: Props) {
  return (
    <li className={todo.done ? "done" : ""}>
      <label>
        <input type="checkbox" checked={todo.done} onChange={() => onToggle(todo.id)} />
        {todo.title}
      </label>
      {todo.dueDate && <time dateTime={todo.dueDate}>{todo.dueDate}</time>}
    </li>
  );
}
