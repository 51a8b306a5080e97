import React, { useState } from 'react';
import { Todo } from '../types';
import { TodoItem } from './TodoItem';

interface TodoListProps {
  todos: Todo[];
  onToggle: (id: string) => void;
  onDelete: (id: string) => void;
}

export const TodoList: React.FC<TodoListProps> = ({ todos, onToggle, onDelete }) => {
  const [filter, setFilter] = useState<'all' | 'open' | 'done'>('all');

  const visible = todos.filter((todo) => {
    if (filter === 'open') return !todo.done;
    if (filter === 'done') return todo.done;
    return true;
  });

  const openCount = todos.filter((todo) => !todo.done).length;

  return (
    <section className="todo-list">
      <header className="todo-list__header">
        <h2>Todos</h2>
        <span className="todo-list__count">{openCount} open</span>
      </header>
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
