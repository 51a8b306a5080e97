plugins {
    id("com.android.application")
}

android {
    compileSdk = 33
}

dependencies {
    implementation("androidx.room:room-runtime:2.5.0")
}
