import { useEffect, useState } from "react";

type Todo = { id: number; title: string; done: boolean };

type Props = { filter: string };

export function TodoList({ filter }: Props) {
  const [todos, setTodos] = useState<Todo[]>([]);

  useEffect(() => {
    fetch("/todos")
      .then((response) => response.json())
      .then(setTodos);
  });

  return (
    <ul>
      {todos.map((todo) => (
        <li>{todo.title}</li>
      ))}
    </ul>
  );
}
