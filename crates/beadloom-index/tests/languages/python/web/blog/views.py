"""What the blog shows."""
from django.views import View


class PostView(View):
    def get(self, request, name):
        return self.render(name)

    def render(self, name): ...


class PostViewSet: ...


def index(request): ...


def archive(request, year):
    index(request)
    return PostView().render(year)
