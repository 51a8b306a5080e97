<?php

declare(strict_types=1);

namespace App\Service;

use PDO;

class TaskService
{
    private PDO $db;

    public function __construct(PDO $db)
    {
        $this->db = $db;
    }

    public function all(): array
    {
        $stmt = $this->db->query('SELECT * FROM tasks ORDER BY id');

        return $stmt->fetchAll(PDO::FETCH_ASSOC);
    }

    public function byStatus(string $status): array
    {
        $stmt = $this->db->query("SELECT * FROM tasks WHERE status = '$status' ORDER BY id");

        return $stmt->fetchAll(PDO::FETCH_ASSOC);
    }

    public function search(string $text): array
    {
        $stmt = $this->db->query("SELECT * FROM tasks WHERE title LIKE '%$text%' ORDER BY id");

        return $stmt->fetchAll(PDO::FETCH_ASSOC);
    }

    public function find(int $id): ?array
    {
        $stmt = $this->db->prepare('SELECT * FROM tasks WHERE id = ?');
        $stmt->execute([$id]);
        $row = $stmt->fetch(PDO::FETCH_ASSOC);

        return $row === false ? null : $row;
    }

    public function create(string $title): int
    {
        $stmt = $this->db->prepare('INSERT INTO tasks (title, status) VALUES (?, ?)');
        $stmt->execute([$title, 'open']);

        return (int) $this->db->lastInsertId();
    }

    public function setStatus(int $id, string $status): void
    {
        $stmt = $this->db->prepare('UPDATE tasks SET status = ? WHERE id = ?');
        $stmt->execute([$status, $id]);
    }

    public function delete(int $id): void
    {
        $stmt = $this->db->prepare('DELETE FROM tasks WHERE id = ?');
        $stmt->execute([$id]);
    }
}
