export interface Todo {
  id: string;
  title: string;
  done: boolean;
}

export interface User {
  id: string;
  name: string;
}

export type Filter = "all" | "open" | "done";
