import { useState } from "react";
import Button from "./Button";

export default function Form({ onSave }) {
  const [name, setName] = useState("");

  return (
    <form>
      <input value={name} onChange={(e) => setName(e.target.value)} />
      <Button label="Save" onClick={() => onSave(name)} disabled={!name} />
    </form>
  );
}
