import React, { useState } from 'react';
import { useTodos } from '../hooks/useTodos';
import { TodoItem } from './TodoItem';

export function TodoList() {
  const { todos, addTodo, toggleTodo, removeTodo, clearCompleted } = useTodos();
  const [title, setTitle] = useState('');

  const completedCount = todos.filter((t) => t.done).length;

  const handleSubmit = (e: React.FormEvent) => {
    e.preventDefault();
    if (!title.trim()) return;
    addTodo(title.trim());
    setTitle('');
  };

  return (
    <section className="todo-list">
      <form onSubmit={handleSubmit}>
        <input value={title} onChange={(e) => setTitle(e.target.value)} placeholder="What next?" />
        <button type="submit">Add</button>
      </form>
      <ul>
        {todos.map((todo) => (
          <TodoItem
            key={todo.id}
            todo={todo}
            onToggle={() => toggleTodo(todo.id)}
            onRemove={() => removeTodo(todo.id)}
          />
        ))}
      </ul>
      {completedCount > 0 && (
        <button type="button" className="clear" onClick={clearCompleted}>
          Clear completed ({completedCount})
        </button>
      )}
    </section>
  );
}
