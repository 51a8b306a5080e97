<?php

namespace App\Service;

use App\Entity\Product;
use Psr\Log\LoggerInterface;

class PriceService
{
    public function __construct(
        private LoggerInterface $logger,
        private array $config,
    ) {
    }

    public function net(Product $product): float
    {
        return round($product->getPrice(), 2);
    }

    public function gross(Product $product): float
    {
        return round($product->getPrice() * (1 + $this->config['vat']), 2);
    }

    /**
     * Formatted gross price, e.g. for mails.
     */
    public function label(Product $product): string
    {
        return number_format($this->gross($product), 2, ',', ' ') . ' ' . $this->config['currency'];
    }

    /**
     * @deprecated use gross()
     */
    public function ttc(Product $product): float
    {
        $this->logger->warning('PriceService::ttc() is deprecated');

        return $this->gross($product);
    }

    public function discounted(Product $product, float $percent): float
    {
        return round($this->gross($product) * (1 - $percent / 100), 2);
    }
}
