rootProject.name = "privacy-starter"
