<?php

return [
    'shop' => [
        'vat' => 0.20,
        'currency' => 'EUR',
        'cache_ttl' => 3600,
    ],
    'export' => [
        'vat' => 0.0,
        'currency' => 'EUR',
        'cache_ttl' => 3600,
    ],
];
