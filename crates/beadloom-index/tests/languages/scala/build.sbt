ThisBuild / organization := "com.acme"
ThisBuild / scalaVersion := "3.4.3"

lazy val shop = project.in(file(".")).settings(
  libraryDependencies += "org.typelevel" %% "cats-core" % "2.12.0"
)
