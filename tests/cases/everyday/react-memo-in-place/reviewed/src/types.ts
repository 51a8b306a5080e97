export interface Todo {
  id: string;
  title: string;
  done: boolean;
  dueDate?: string; // ISO date
}

export interface User {
  id: string;
  name: string;
}

export type Filter = "all" | "open" | "done";
