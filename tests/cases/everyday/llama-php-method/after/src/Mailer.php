<?php

namespace App;

class Mailer
{
    private string $from;

    public function __construct(string $from)
    {
        $this->from = $from;
    }

    public function send(string $to, string $subject, string $body): bool
    {
        return mail($to, $subject, $body);
    }

    public function from(): string
    {
        return $this->from;
    }
}
