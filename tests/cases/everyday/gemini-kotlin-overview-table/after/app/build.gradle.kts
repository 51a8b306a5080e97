plugins {
    id("com.android.application")
    kotlin("android")
}

android {
    namespace = "com.example.notes"
    compileSdk = 34
}

dependencies {
    implementation("androidx.core:core-ktx:1.13.1")
    implementation("androidx.appcompat:appcompat:1.7.0")
}
