output "region" {
  value = var.region
}

output "assets_bucket" {
  value = aws_s3_bucket.assets.bucket
}

output "logs_bucket" {
  value = aws_s3_bucket.logs.bucket
}
