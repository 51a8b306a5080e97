import React from 'react';
import { Todo } from '../types';

// One row of the list.

interface TodoItemProps {
  todo: Todo;
  onToggle: () => void;
  onDelete: () => void;
}

export const TodoItem: React.FC<TodoItemProps> = ({ todo, onToggle, onDelete }) => (
  <li className={todo.done ? 'todo todo--done' : 'todo'}>
    <label>
      <input type="checkbox" checked={todo.done} onChange={onToggle} />
      {todo.title}
    </label>
    <button className="todo__delete" aria-label="Delete" onClick={onDelete}>
      ×
    </button>
  </li>
);
