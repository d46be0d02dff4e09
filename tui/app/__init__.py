"""The application of the screens: it holds the matches that are open and the keys that wait.

`application.run` opens it. What it shows is in tui/screens, which know it as `app_protocol.Application`
only.
"""
