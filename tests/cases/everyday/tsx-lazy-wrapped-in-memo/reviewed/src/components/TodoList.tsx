import React, { useMemo, useState } from 'react';
import { Todo } from '../types';
import { TodoItem } from './TodoItem';

interface TodoListProps {
  todos: Todo[];
  onToggle: (id: string) => void;
  onDelete: (id: string) => void;
}

export const TodoList: React.FC<TodoListProps> = ({ todos, onToggle, onDelete }) => {
  const [filter, setFilter] = useState<'all' | 'open' | 'done'>('all');
  const [query, setQuery] = useState('');

  const visible = useMemo(() => {
    const needle = query.trim().toLowerCase();
    return todos.filter((todo) => {
      if (needle && !todo.title.toLowerCase().includes(needle)) return false;
      if (filter === 'open') return !todo.done;
      if (filter === 'done') return todo.done;
      return true;
    });
  }, [todos, filter, query]);

  const openCount = todos.filter((todo) => !todo.done).length;

  return (
    <section className="todo-list">
      <header className="todo-list__header">
        <h2>Todos</h2>
        <span className="todo-list__count">{openCount} open</span>
      </header>
      <input
        className="todo-list__search"
        type="search"
        placeholder="Search…"
        value={query}
        onChange={(e) => setQuery(e.target.value)}
      />
      <nav className="todo-list__filters">
        <button onClick={() => setFilter('all')}>All</button>
        <button onClick={() => setFilter('open')}>Open</button>
        <button onClick={() => setFilter('done')}>Done</button>
      </nav>
      <ul>
        {visible.map((todo) => (
          <TodoItem
            key={todo.id}
            todo={todo}
            onToggle={() => onToggle(todo.id)}
            onDelete={() => onDelete(todo.id)}
          />
        ))}
      </ul>
    </section>
  );
};
