import React from 'react';
import { Todo } from '../types';

interface Props {
  todo: Todo;
  onToggle: () => void;
  onRemove: () => void;
}

export function TodoItem({ todo, onToggle, onRemove }: Props) {
  return (
    <li className={todo.done ? 'done' : ''}>
      <label>
        <input type="checkbox" checked={todo.done} onChange={onToggle} />
        {todo.title}
      </label>
      <button onClick={onRemove}>×</button>
    </li>
  );
}
