import { useEffect, useState } from "react";
import { deleteTodo, fetchTodos } from "./api";
import { TodoList } from "./TodoList";

export const App = () => {
  const [todos, setTodos] = useState([]);
  const [error, setError] = useState("");
  const [busyId, setBusyId] = useState(null);

  useEffect(() => {
    fetchTodos().then(setTodos);
  }, []);

  const removeTodo = (id) => {
    setBusyId(id);

    deleteTodo(id)
      .then(() => {
        setTodos(todos.filter((todo) => todo.id !== id));
      })
      .catch(() => setError("Cannot delete the todo"))
      .finally(() => setBusyId(null));
  };

  const removeDone = () => {
    const done = todos.filter((todo) => todo.done);

    Promise.all(done.map((todo) => removeTodo(todo.id)))
      .catch(() => setError("Cannot delete all todos"));
  };

  return <TodoList todos={todos} error={error} busyId={busyId} removeTodo={removeTodo} removeDone={removeDone} />;
};
