terraform {
  required_version = ">= 1.5"
}

resource "aws_s3_bucket" "assets" {
  bucket = "acme-assets"
}

resource "aws_cloudfront_distribution" "cdn" {
  enabled = true

  origin {
    domain_name = aws_s3_bucket.assets.bucket_regional_domain_name
    origin_id   = "assets"
  }

  default_cache_behavior {
    allowed_methods        = ["GET", "HEAD"]
    cached_methods         = ["GET", "HEAD"]
    target_origin_id       = "assets"
    viewer_protocol_policy = "allow-all"
  }
}

output "domain" {
  value = aws_cloudfront_distribution.cdn.domain_name
}
