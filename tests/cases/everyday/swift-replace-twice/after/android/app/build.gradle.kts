plugins {
    id("com.android.application")
    alias(libs.plugins.kotlin.android)
}

android {
    namespace = "com.example.habits"
    compileSdk = 34

    defaultConfig {
        applicationId = "com.example.habits"
        minSdk = 26
        targetSdk = 34
        versionCode = 7
        versionName = "1.6"
    }
}

dependencies {
    implementation(libs.coroutines.android)
    implementation(platform(libs.compose.bom))
}
