import { useState } from "react";
import { formatCount } from "./utils/format";

export default function App() {
  const [count, setCount] = useState(0);

  return (
    <main>
      <h1>Counter</h1>
      <button onClick={() => setCount(count + 1)}>{formatCount(count)}</button>
    </main>
  );
}
