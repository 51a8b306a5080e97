plugins {
    id("com.android.application")
}

android {
    compileSdk = 34
}

dependencies {
    implementation("androidx.room:room-runtime:2.6.1")
    ksp("androidx.room:room-compiler:2.6.1")
}
