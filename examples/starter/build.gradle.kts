// The project of pom.xml for Gradle 8 or later: "gradle test" runs both tests.
plugins {
    java
}

repositories {
    mavenLocal()
    mavenCentral()
}

tasks.withType<JavaCompile>().configureEach {
    options.release = 17
    options.encoding = "UTF-8"
}

dependencies {
    testImplementation(platform("org.assay:assay-bom:0.1.0-SNAPSHOT"))
    testImplementation("org.assay:assay-accountant")
    testImplementation("org.assay:assay-testing")
    testImplementation("org.junit.jupiter:junit-jupiter:5.14.4")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher:1.14.4")
}

tasks.test {
    useJUnitPlatform()
}
