plugins {
    kotlin("jvm") version "2.0.20"
}

group = "com.acme"

dependencies {
    implementation("org.springframework:spring-web:6.1.13")
    implementation("org.jetbrains.kotlinx:kotlinx-coroutines-core:1.9.0")
}
