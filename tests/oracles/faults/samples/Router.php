<?php

declare(strict_types=1);

namespace App\Http;

use App\Logging\Logger;
use Closure;
use RuntimeException;

final class Router
{
    private const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

    /** @var array<string, array<int, Route>> */
    private array $routes = [];

    private static int $count = 0;

    public function __construct(private readonly Logger $logger, private string $prefix = '')
    {
        $this->logger->debug('router', ['prefix' => $prefix, 'methods' => self::METHODS]);
    }

    public function add(string $method, string $pattern, Closure $action, int $weight = 0): Route
    {
        if (!in_array($method, self::METHODS, true)) {
            throw new RuntimeException("unknown method: $method");
        }
        $route = new Route($method, $this->prefix . $pattern, $action, $weight);
        $this->routes[$method][] = $route;
        usort($this->routes[$method], fn($a, $b) => $b->weight <=> $a->weight);
        self::$count++;
        return $route;
    }

    public function match(string $method, string $path): ?Found
    {
        foreach ($this->routes[$method] ?? [] as $route) {
            $values = $this->values($route->pattern, $path);
            if ($values !== null) {
                return new Found($route, $values, time());
            }
        }
        $this->logger->warning('no route', ['method' => $method, 'path' => $path]);
        return null;
    }

    private function values(string $pattern, string $path): ?array
    {
        $expected = explode('/', trim($pattern, '/'));
        $parts = explode('/', trim($path, '/'));
        if (count($expected) !== count($parts)) {
            return null;
        }
        $values = [];
        foreach ($expected as $n => $part) {
            if (str_starts_with($part, ':')) {
                $values[substr($part, 1)] = $parts[$n];
            } elseif ($part !== $parts[$n]) {
                return null;
            }
        }
        return $values;
    }

    public function describe(string $kind): string
    {
        switch ($kind) {
            case 'count':
                return sprintf('%d routes, %s', self::$count, $this->prefix);
            case 'list':
                $names = array_map(fn($route) => $route->pattern, array_merge(...array_values($this->routes)));
                return implode(', ', $names);
            default:
                return '';
        }
    }

    public static function standard(Logger $logger): self
    {
        $router = new self($logger, '/v1');
        $router->add('GET', '/users/:id', function (array $values) use ($logger) {
            $logger->debug('user', $values);
            return ['id' => $values['id'], 'name' => null];
        });
        return $router;
    }
}
