"""Paths of the site."""
from django.contrib import admin
from django.urls import include, path

from web.blog import views

urlpatterns = [
    path("", views.index),
    path("admin/", admin.site.urls),
    path("blog/", include("web.blog.urls")),
]
