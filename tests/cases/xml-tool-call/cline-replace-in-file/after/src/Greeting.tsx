import React from "react";

export function Greeting({ name }: { name: string }) {
  return <h1>Hello, {name} &amp; welcome</h1>;
}
