export interface Todo {
  id: string;
  title: string;
  done: boolean;
}

export type Filter = 'all' | 'open' | 'done';

export interface TodoStore {
  todos: Todo[];
  add: (title: string) => void;
  toggle: (id: string) => void;
  remove: (id: string) => void;
}

export function emptyStore(): TodoStore {
  return {
    todos: [],
    add: () => undefined,
    toggle: () => undefined,
    remove: () => undefined,
  };
}
