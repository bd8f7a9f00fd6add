"""Paths of the blog."""
from django.urls import path, re_path
from rest_framework.routers import DefaultRouter

from . import views
from .views import PostView, PostViewSet

router = DefaultRouter()
router.register("posts", PostViewSet)

urlpatterns = [
    path("<slug:name>/", PostView.as_view(), name="post"),
    re_path(r"^archive/(?P<year>\d{4})/$", views.archive),
] + router.urls
