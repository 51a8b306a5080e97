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
        $headers = "From: {$this->from}";

        return mail($to, $subject, $body, $headers);
    }

    public function from(): string
    {
        return $this->from;
    }
}
