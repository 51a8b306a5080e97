import { useState } from "react";
import { Counter } from "./Counter";

export default function App() {
  const [count, setCount] = useState(0);
  return <Counter value={count} onChange={setCount} />;
}
