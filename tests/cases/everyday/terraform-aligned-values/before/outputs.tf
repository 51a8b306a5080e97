output "region" {
  value = var.region
}

output "assets_bucket" {
  value = aws_s3_bucket.assets.bucket
}
