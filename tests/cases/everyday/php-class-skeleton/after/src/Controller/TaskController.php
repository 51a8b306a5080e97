<?php

declare(strict_types=1);

namespace App\Controller;

use App\Service\TaskService;
use Psr\Http\Message\ResponseInterface as Response;
use Psr\Http\Message\ServerRequestInterface as Request;

class TaskController
{
    private TaskService $tasks;

    public function __construct(TaskService $tasks)
    {
        $this->tasks = $tasks;
    }

    public function index(Request $request, Response $response): Response
    {
        $query = $request->getQueryParams();
        if (isset($query['status'])) {
            return $this->json($response, $this->tasks->byStatus($query['status']));
        }
        if (isset($query['q'])) {
            return $this->json($response, $this->tasks->search($query['q']));
        }

        return $this->json($response, $this->tasks->all());
    }

    public function show(Request $request, Response $response, array $args): Response
    {
        $task = $this->tasks->find((int) $args['id']);
        if ($task === null) {
            return $this->json($response, ['error' => 'not found'], 404);
        }

        return $this->json($response, $task);
    }

    public function create(Request $request, Response $response): Response
    {
        $body = (array) $request->getParsedBody();
        $id = $this->tasks->create($body['title']);

        return $this->json($response, $this->tasks->find($id), 201);
    }

    public function delete(Request $request, Response $response, array $args): Response
    {
        $this->tasks->delete((int) $args['id']);

        return $response->withStatus(204);
    }

    private function json(Response $response, mixed $data, int $status = 200): Response
    {
        $response->getBody()->write(json_encode($data));

        return $response
            ->withHeader('Content-Type', 'application/json')
            ->withStatus($status);
    }
}
