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

  const removeTodo = async (id) => {
    setBusyId(id);

    try {
      await deleteTodo(id);
      setTodos((current) => current.filter((todo) => todo.id !== id));
    } catch (error) {
      setError("Cannot delete the todo");
      throw error;
    } finally {
      setBusyId(null);
    }
  };

  const removeDone = async () => {
    const done = todos.filter((todo) => todo.done);

    await Promise.allSettled(done.map((todo) => removeTodo(todo.id)));
  };

  return <TodoList todos={todos} error={error} busyId={busyId} removeTodo={removeTodo} removeDone={removeDone} />;
};
