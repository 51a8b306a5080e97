import { TodoList } from "./components/TodoList";
import { useTodos } from "./useTodos";

export default function App() {
  const { todos, toggle } = useTodos();
  return <TodoList todos={todos} onToggle={toggle} />;
}
