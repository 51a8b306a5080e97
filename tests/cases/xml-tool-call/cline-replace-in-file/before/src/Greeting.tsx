import React from "react";

export function Greeting() {
  return <h1>Hello &amp; welcome</h1>;
}
